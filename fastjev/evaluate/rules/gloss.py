"""English for the words that ids are made of: an id is read and typed by people, in Latin letters."""

_GLOSS = """
不要 no 别 no 不准 no 不许 no 禁止 no 严禁 no 不得 no 不能 no 必须 must
务必 must 一律 always 只能 only 统一 same 先 first 依赖 deps 三方库 deps 包 package 版本 version
索引 index 字段 field 表 table 数据库 database 库 library 缓存 cache 接口 api 参数 param 返回 return
端口 port 超时 timeout 重试 retry 日志 log 监控 metrics 告警 alert 配置 config 环境 env 变量 var
分支 branch 提交 commit 合并 merge 推送 push 主干 trunk 回滚 rollback 部署 deploy 上线 release 发布 release
生产 prod 线上 prod 测试 test 单测 unit_test 用例 case 覆盖率 coverage 代码 code 注释 comment 格式 format
命名 naming 风格 style 缩进 indent 重构 refactor 文件 file 目录 folder 路径 path 脚本 script 文档 docs
函数 function 模块 module 组件 component 页面 page 样式 style 权限 access 密码 password 密钥 key 令牌 token
登录 login 用户 user 订单 order 工单 ticket 库存 stock 金额 amount 时间 time 时区 time_zone 引入 add
新增 add 增加 add 添加 add 删除 delete 修改 change 升级 upgrade 使用 use 中文 chinese 英文 english
备份 backup 加密 encrypt 鉴权 auth 校验 check 审核 review 审批 approve 看看 look 这样 like_this
"""
_WORDS = _GLOSS.split()
ENGLISH = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))
"""Chinese word to English one; both as they stand in ids and texts about code."""
