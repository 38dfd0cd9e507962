"""Talk that holds words of rules and is none, beside near misses that bind; by the whole walk."""

import pytest
from rows import Row, after, human
from talks import texts, user, walk

from fastjev.labels import Zone
from fastjev.stages.resolve.dispute import dispute

TALK = """
I can't log in
The React docs say never mutate props, why is that?
我同事觉得必须每行都写注释，我不同意
I must have missed it
we always used to squash everything
my boss would never approve of this colour
you should have seen it
不得不说，这个版本快多了
必须承认我没看懂
I can't get the build to work on this machine
I can't figure out why the popup flickers
can't reproduce it locally
I cannot for the life of me find the config
I can't seem to reach the staging box
he must be on holiday
it must have been the cache
that must be why the test fails
there must be a race somewhere
this should be easy
it should work now
that should do it
should be done in a minute
we should have split this earlier
I should have known
you shouldn't have, that's great
we never used to test anything
back then we would always deploy on Fridays
I always forget the flag for that
I never understood monads
it never fails to amaze me
my mother would never use a terminal
who would never want that
who wouldn't want a faster build
Kent Beck says you should always write the test first, what do you think?
the style guide says you must never use goto. is that still a thing?
a blog post says never use floats for money, I don't buy it
my colleague insists everything must be a microservice, I disagree
they say you should never rewrite from scratch, but why?
不能不佩服这个写法
不得不佩服作者
必须说，这次的图很清楚
我必须说你这次改得漂亮
不要太好用
这个工具不要太好用哦
别提多难受了
别提有多慢了
那叫一个必须的
谁不想要快一点呢
谁会不写测试呢
官方文档说永远不要直接改 state，这是为什么？
Vue 文档里说 props 不能直接改，为什么啊
书上说函数不能超过 20 行，我觉得没道理
网上都说一定要用 Redux，我不太认同
同事说所有接口都必须加缓存，我觉得没必要
领导觉得每个按钮都得有动画，我不这么看
我登录不上去，一直转圈
我没法复现
我打不开那个页面
肯定是缓存的问题
应该是我漏看了
他一定是没看文档
以前我们都是周五上线的
我们以前从来不写测试
我妈肯定不会用这个
早知道就不该用它
当初就应该拆开的
你真该看看那个效果
我老板绝对不会同意的
I can't 登录 staging
我 can't reproduce 这个 bug
React docs 说 never mutate props，why？
must say 这个 UI 很顺
不得不说 TypeScript 真香
it must be the DNS 缓存
I can't open the pdf you mentioned
honestly I can't make sense of this stack trace
I couldn't get the emulator to start
can't connect to the db from here
I can't wrap my head around generics
we can't seem to get it green
sorry, I can't read that screenshot
I still can't sign in with the new account
you must have read my mind
they must have changed the api overnight
it must have slipped through
somebody must have restarted it
she must be on leave
there must be an easier way
I must be missing something obvious
that should be enough
it should be fine now
we should have tested this earlier
I shouldn't have merged that
you should see the look on his face
I always mix up rebase and merge
I never got around to the docs
I always end up googling the flags
my wife would kill me
my manager would never sign off on Comic Sans
who doesn't love a green build
nobody could have known
we used to deploy by ftp
they always used to ship on Christmas eve
I have to admit I like it
I gotta say it's slick
Martin Fowler says every class should have one reason to change, thoughts?
some blog said you should never use ORMs, is that true?
my teammate keeps saying all functions must be pure, I'm not convinced
I heard you must never use latest tags. why?
说实话，不得不夸一下这个动画
也不得不承认它确实慢
这字体不要太好看
那叫一个丝滑
别提多开心了
谁不喜欢深色模式呢
谁受得了每次等五分钟
早知道先备份了
当初真不该选这个框架
我根本没法理解这段代码
我怎么也登不上去
我现在没法登录后台
我死活复现不了
肯定是我漏了一行
应该是网络抖了一下
我们以前都是手动发版的
以前我们组一直用 svn
我老婆绝对不会用命令行
网上说永远不要用 select *，真的吗？
教程里说必须先装 Docker，为啥啊
有人说测试覆盖率必须 100%，我不信
我同学说千万别用 PHP，我觉得太绝对
规范里写每个函数都得有注释，有必要吗？
必须夸一下你的排版
真得感谢你
大佬说千万不要碰宏，你怎么看？
我 cannot 打开这个链接
以前我们 always 用 svn 的
必须承认 Rust 难学
I can't even open the dashboard today
I can't seem to find where we set the locale
can't remember the command
I couldn't sleep last night
we couldn't get the printer to work
you can't make this stuff up
you can't imagine how long it took
it must be nice to have a designer
he must have deleted the branch by accident
they must be joking
that must be it
should be fine
it should be obvious by now
you should've told me
we should never have bought that license
I never knew that existed
I've never seen anything like it
it never ends
my cat would never allow that
my colleagues would laugh at me
who in their right mind would do that
I have to say, impressive
I can't help but wonder
Uncle Bob says functions should never be longer than 5 lines, what do you think?
SO says never parse html with regex, true?
不得不承认你是对的
也是没办法，只能认了
别提了，昨天又通宵
谁还没写过 bug 呢
我始终没法复现那个崩溃
他应该是忘了
以前我都是直接改线上的
我们那时候都用 ftp
网上有人说不能用 any，你觉得呢？
同事非说变量名必须用拼音，我不敢苟同
书里写永远不要用全局变量，为什么？
"""
RULES = """
I can't have it restart during the demo
we can't have two writers on that table
the docs say never mutate props, so don't
必须说清楚原因：提交信息里写
I can't lose the comments in that file
we can't break the old clients
we can't use GPL code here
we can't upgrade past Python 3.8
the client can't wait longer than 2 s
guests cannot log in without a code
it must be under 200 ms
there must be a test for each bug
it must work offline
this should be a separate table
it should work without JavaScript
that should never reach the log
it should be done before the migration
names should be in lower case
you should have a test for every endpoint
we should always ask legal first
you shouldn't touch the schema
we always squash before merging
we never deploy on Fridays
always quote the paths
I always want to see the diff first
never use a terminal for that
who wrote it must review it
Kent Beck says always write the test first, so do that here
the style guide says never use goto, follow it
the docs say never mutate props. stick to that
my colleague insists on microservices, so keep the services apart
they say never rewrite from scratch, and I agree
不能不写测试
不得不改的时候先问我
必须说明来源
每个改动都必须说一声
我必须先看 diff
不要太大，200 KB 以内
不要太花哨
别提交 .env
别提前发布
官方文档说永远不要直接改 state，照做
文档说 props 不能直接改，我们也别改
书上说函数不能超过 20 行，按这个来
同事说所有接口都必须加缓存，我同意，照办
领导要求每个按钮都得有动画
登录不上去的用户不许看到报价
必须能复现才算 bug
打不开的页面一律跳首页
应该用 UTC 存时间
以前的接口都不要动
我们从来不在周五上线
肯定不能上 prod
不该暴露的字段别返回
应该拆开的模块不准合并
you can't push to main
React docs 说 never mutate props，我们照这个来
must say 原因 in the commit body
it must be UTF-8，不要 GBK
I can't accept a file without a header
we can't ship it with the debug flag on
I can't use anything newer than node 18
we can't connect to the outside from that box, so vendor everything
I can't open the ports, ops must do it
you can't make the bundle bigger than 200 kb
she must approve every release
they must have an owner
it must have a fallback
there must be a way to undo each step
there must be exactly one admin
I must be able to undo it
that should be enough for everyone: 3 retries, no more
it should be fine on a phone with 320 px
we should have two reviewers on every PR
I should see the diff before you commit
you should see a warning before anything is deleted
we always rebase, never merge
I never want to see force pushes
always google the error before you ask me
my wife reads the reports, so never use red
my manager must sign off on every release
nobody may push to main
we used to deploy by ftp, that must stop
keep the old ids as they used to be
I have to approve each migration
Martin Fowler says every class should have one reason to change, do it that way
some blog said never use ORMs and I agree, so raw SQL only
my teammate says all functions must be pure, please follow that
the airbnb guide says always use semicolons, that's our rule
说实话，不要动这个动画
不得不改 schema 时先提工单
字体不要太小
别提任何价格
谁都不许登录生产
先备份再动
不该选的框架不要选
没法理解的命名一律改掉
登不上去就停下来找我
没法登录时必须给提示
漏一行都不行
网络抖动要重试三次
我们以后都是手动发版
以前我们组一直用 svn，现在一律用 git
命令行工具绝对不能弹窗
网上说永远不要用 select *，我们就照这个来
教程里说必须先装 Docker，照做
测试覆盖率必须 100%，我不信口头保证
我同学说千万别用 PHP，有道理，那就不用
规范里写每个函数都得有注释，遵守它
必须先看一下排版
大佬说千万不要碰宏，所以宏别碰
这个链接 cannot 打开就报 404，不许白屏
we always 用 svn 的 tag
必须承认所有返回码，别吞
我必须承认每一次改动之前看 diff
I must say yes before each deploy
you must have two approvals before merging
they should have been reviewed by legal before they go out
every file must have been formatted before the commit
I can't approve this without tests
we can't delete rows, only mark them
I can't have the logs in English only
you can't merge on Fridays
must be idempotent
they must be sorted by date
that must be a separate commit
should be fine-grained permissions, not one flag
you should tell me before you delete anything
we should never store the card number
nobody should be able to read the salary table
I never approve PRs without a changelog
my team must be able to read it
who owns the file must sign off
Uncle Bob says functions should be short, we follow that
the SO answer says never parse html with regex, so use a parser
不得擅自改表结构
只能认 ISO 日期
必须给每个接口加鉴权
别提测没过的分支
谁还没批就不许合
没法复现的崩溃也要记下来
以前的数据不准动
我们都用 ftp，不许换
网上有人说不能用 any，我们也不许用
变量名必须用英文
书里写永远不要用全局变量，我们也这么要求
"""


def lines(table: str) -> list[str]:
    return [line for line in table.splitlines() if line]


def binds(text: str) -> bool:
    return bool(texts(walk([user(text)]), Zone.CONSTRAINTS))


@pytest.mark.parametrize("text", lines(TALK))
def test_talk_binds_nobody(text: str) -> None:
    assert not binds(text)


@pytest.mark.parametrize("text", lines(RULES))
def test_a_rule_in_the_same_words_binds(text: str) -> None:
    assert binds(text)


def test_advice_that_is_disputed_is_told() -> None:
    whole = human("书上说别用 goto，我不信", "constraint", "advises", "disputes")
    assert after(dispute, whole)[0].label == "fact"
    advice = human("书上说别用 goto，", "constraint", "advises")
    answer = human("我不信", "process", "disputes", joined=True)
    assert [decision.label for decision in after(dispute, advice, answer)] == ["fact", "process"]


@pytest.mark.parametrize(
    "rows",
    [
        [human("别用 goto", "constraint"), human("我不信", "process", "disputes", joined=True)],
        [human("书上说别用 goto", "constraint", "advises"), human("照做", "process", joined=True)],
        [human("书上说别用 goto", "constraint", "advises"), human("为什么？", "process", "disputes")],
        [human("书上说别用 goto", "constraint", "advises")],
    ],
    ids=["no advice", "no dispute", "another message", "nothing behind it"],
)
def test_what_is_not_disputed_binds(rows: list[Row]) -> None:
    assert after(dispute, *rows)[0].label == "constraint"
