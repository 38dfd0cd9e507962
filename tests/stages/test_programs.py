"""What programs print without a time or a level is evidence; what a person types with the same words is not."""

import pytest
from talks import texts, user, walk

from fastjev.labels import Zone
from fastjev.stages.blocks import blocks

PRINTED = r"""
husky > pre-commit (node v18.12.0)
ℹ No staged files match any configured task.
→ No files should be committed without lint.
husky - pre-commit script failed (code 1)
====
[STARTED] Preparing lint-staged...
[SUCCESS] Preparing lint-staged...
[FAILED] eslint --fix [FAILED]
✖ lint-staged prevented an empty git commit. Use the --allow-empty option to continue.
====
 FAIL  src/cart.test.ts
  ● Cart › must never go below zero

    expect(received).toBe(expected) // Object.is equality

    Expected: 0
    Received: -1
====
● Cart › should keep the order of lines
● Cart › must never go below zero
====
Terraform will perform the following actions:

  # aws_instance.web must be replaced
-/+ resource "aws_instance" "web" {
      ~ ami           = "ami-1" -> "ami-2" # forces replacement
        # (9 unchanged attributes hidden)
    }

Plan: 1 to add, 0 to change, 1 to destroy.
====
Do you want to perform these actions?
  Terraform will perform the actions described above.
  Only 'yes' will be accepted to approve.

  Enter a value: yes

aws_instance.web: Destroying... [id=i-0abc]
Apply complete! Resources: 1 added, 0 changed, 1 destroyed.
====
Welcome to Ubuntu 22.04.3 LTS (GNU/Linux 5.15.0-86-generic x86_64)

 * Documentation:  https://help.ubuntu.com
 * Support:        https://ubuntu.com/advantage

*** System restart required ***
This system is for authorized users only. All activity must be monitored.
Last login: Tue Nov  4 09:12:01 2025 from 10.0.0.2
====
*******************************************
* WARNING: authorized use only            *
* You must not store data on this host    *
*******************************************
====
hint: Updates were rejected because the remote contains work that you do
hint: not have locally. You may want to first integrate the remote changes
hint: See the 'Note about fast-forwards' in 'git push --help' for details.
====
remote: error: GH006: Protected branch update failed for refs/heads/main.
remote: error: Changes must be made through a pull request.
====
remote:
remote: Create a pull request for 'x' on GitHub by visiting:
remote:      https://github.com/acme/app/pull/new/x
remote: You must sign the CLA first.
To github.com:acme/app.git
 ! [remote rejected] x -> x (protected branch hook declined)
error: failed to push some refs to 'github.com:acme/app.git'
====
Access to fetch at 'https://a.dev/v1' from origin 'http://localhost' has been blocked: No header must be present.
====
Refused to load the script 'https://cdn.x.io/a.js' because it violates the policy: "script-src 'self'".
GET http://localhost:3000/api/me 401 (Unauthorized)
====
Warning: Each child in a list should have a unique "key" prop.
Warning: Can't perform a React state update on an unmounted component.
[Violation] 'setTimeout' handler took 61ms
DevTools failed to load source map: Could not load content for chrome-extension://x
====
Step 4/9 : RUN npm ci --only=production
 ---> Running in 5c1d2
Removing intermediate container 5c1d2
The command '/bin/sh -c npm ci' returned a non-zero code: 1
====
#8 [4/6] RUN pip install -r requirements.txt
#8 12.41 ERROR: pip's resolver must be updated
 => CACHED [2/6] WORKDIR /app
 => ERROR [5/6] RUN make build
====
Reading package lists... Done
Building dependency tree... Done
E: Unable to locate package foo
N: Download must be performed by an unsandboxed user as root
W: GPG error: http://x stable InRelease: The following signatures couldn't be verified
====
npm notice New major version of npm available! 9.1.0 -> 10.2.0
npm notice Run npm install -g npm@10.2.0 to update!
added 312 packages, and audited 313 packages in 9s
12 vulnerabilities (3 moderate, 9 high)
To address all issues (including breaking changes), run:
  npm audit fix --force
====
Name:         web-7c9
Namespace:    prod
Status:       Pending
Events:
  Type     Reason            Age   From               Message
  Warning  FailedScheduling  2m    default-scheduler  0/3 nodes are available: pod must tolerate taint
====
Conditions:
  Type              Status
  Ready             False
Limits:
  memory:  512Mi
Tolerations:     node.kubernetes.io/not-ready:NoExecute op=Exists for 300s
====
The following packages were automatically installed and are no longer required:
  libfoo1 libbar2
Use 'apt autoremove' to remove them.
====
yarn run v1.22.19
$ eslint --max-warnings 0 .
info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.
error Command failed with exit code 1.
====
Your branch is ahead of 'origin/main' by 2 commits.
  (use "git push" to publish your local commits)
Changes not staged for commit:
  (use "git add <file>..." to update what will be committed)
	modified:   src/a.ts
no changes added to commit (use "git add" and/or "git commit -a")
====
> app@1.0.0 build
> tsc -p . && vite build

vite v5.0.0 building for production...
✓ 34 modules transformed.
(!) Some chunks are larger than 500 kB after minification. Consider:
- Using dynamic import() to code-split the application
dist/index.html   0.45 kB
====
npx lint-staged
→ No staged files found.
husky - commit-msg hook exited with code 1 (error)
⧗   input: fix stuff
✖   subject may not be empty [subject-empty]
✖   type must be one of [feat, fix] [type-enum]
ⓘ   Get help: https://github.com/conventional-changelog/commitlint
====
推不上去：
remote: error: File big.bin is 120 MB; this exceeds GitHub's file size limit of 100.00 MB
remote: error: GH001: Large files detected. You must use Git LFS.
怎么办
====
check-yaml...............................................................Passed
trailing-whitespace......................................................Failed
- hook id: trailing-whitespace
- exit code: 1
Fixing README.md
====
● Auth › login › must reject an expired token

    expect(jest.fn()).toHaveBeenCalledTimes(expected)

    Expected number of calls: 1
    Received number of calls: 0

      at Object.<anonymous> (src/auth.test.ts:12:5)

Test Suites: 1 failed, 3 passed, 4 total
====
登录之后就这样：
Welcome to Debian GNU/Linux 12
The programs included with the system must not be redistributed without their licence.
You have new mail.
Last login: Mon Nov  3 10:00:00 2025 from 1.2.3.4
root@box:~#
====
On branch main
Your branch and 'origin/main' have diverged,
and have 2 and 3 different commits each, respectively.
  (use "git pull" to merge the remote branch into yours)
====
CONFLICT (content): Merge conflict in src/a.ts
Automatic merge failed; fix conflicts and then commit the result.
====
控制台报：
Uncaught TypeError: Cannot read properties of undefined (reading 'map')
Warning: Failed prop type: The prop `id` is marked as required in `Row`, but its value is `undefined`.
Blocked aria-hidden on an element because its descendant retained focus. The focus must not be hidden.
[Vue warn]: Property "x" was accessed during render but is not defined on instance.
====
Cross-Origin Request Blocked: The Same Origin Policy disallows reading the resource at https://x.
====
ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
docker: Error response from daemon: driver failed programming external connectivity: port must be free.
====
WARNING: The requested image's platform (linux/amd64) does not match the detected host platform
====
Sub-process /usr/bin/dpkg returned an error code (1)
dpkg: dependency problems prevent configuration of foo:
 foo depends on bar (>= 2); however:
  Package bar must be configured first.
E: Sub-process /usr/bin/dpkg returned an error code (1)
====
npm WARN deprecated request@2.88.2: request has been deprecated
npm error code ERESOLVE
npm error Fix the upstream dependency conflict, or retry
npm error this command with --force or --legacy-peer-deps
====
WARNING: Running pip as the 'root' user can result in broken permissions. You should always use a virtual environment.
[notice] To update, run: pip install --upgrade pip
====
error: externally-managed-environment

× This environment is externally managed
╰─> To install Python packages system-wide, try apt install
    python3-xyz. You must use a virtual environment.
====
Events:
  Type     Reason     Age                From               Message
  ----     ------     ----               ----               -------
  Normal   Scheduled  3m                 default-scheduler  Successfully assigned
  Warning  BackOff    10s (x6 over 2m)   kubelet            Back-off restarting failed container, must wait
====
error: You must be logged in to the server (Unauthorized)
Error from server (Forbidden): pods is forbidden: User "x" cannot list resource "pods"
The connection to the server localhost:8080 was refused - did you specify the right host or port?
====
✖ 3 problems (2 errors, 1 warning)
  1 error and 0 warnings potentially fixable with the `--fix` option.
====
cargo build 之后：
warning: unused variable: `x`
  --> src/main.rs:3:9
   |
3  |     let x = 1;
   |         ^ help: if this is intentional, prefix it with an underscore: `_x`
   = note: `#[warn(unused_variables)]` on by default
error: aborting due to 1 previous error
====
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
@         WARNING: UNPROTECTED PRIVATE KEY FILE!          @
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
Permissions 0644 for '/home/dev/.ssh/id' are too open.
It is required that your private key files are NOT accessible by others.
This private key will be ignored.
====
Host key verification failed.
kex_exchange_identification: Connection closed by remote host
"""
TYPED = """
husky hooks must stay
[FAILED] 状态必须标红
● 不要动 prod
● never touch the schema
- [ ] never push to main
Plan: keep the old API
Only 'admin' may log in
Warning: never render this on prod
Step 1: never skip the tests
Step 2/3: must be done by ops
E: 必须用 E2E
N: never
Expected: 200 for all of them
Name: must be unique
Limits: p99 200ms
Terraform must stay on 1.5
Access to prod must be requested
Welcome banner must stay in English
The following rules must hold
Use 'snake_case' for columns
Run npm install before you commit
Do you want logs? Then never at debug level
added 2 rules: never push
GET https://x.dev/y must redirect
error: cannot be null in the API
Refused requests must be logged
hint: use pnpm, not npm
remote: only async standups
note: never log tokens
modified: dates must be ISO
On branch names: lower case only
Untracked time must be logged
Removing columns is not allowed
Successfully paid orders must be kept
Setting up prod must be done by ops
#8 必须先修
=> 一律用箭头函数
✓ tests must pass first
* Support must answer within 2 h
Reading is allowed, writing is not
Status: must be one of open, closed
Namespace: prod must not be touched
Tests: never mock the db
Last login must be shown in UTC
npm only, never yarn
Done in 5 days at most
Collecting emails is not allowed
→ never push to main
CONFLICT rules: ours always wins
Enter a value: must be numeric
asset names must be lower case
FAIL fast, never retry
PASS or fail must be logged
*** never push to main ***
===== never touch prod =====
Tests: 80 % at least
WARNING: The script must never run twice
* never use *
[notice] never page at night
"""


@pytest.mark.parametrize("text", PRINTED.strip("\n").split("\n====\n"))
def test_what_was_printed_binds_nobody(text: str) -> None:
    assert texts(walk([user(text)]), Zone.CONSTRAINTS) == []


@pytest.mark.parametrize("line", TYPED.split("\n")[1:-1])
def test_what_was_typed_is_no_trace(line: str) -> None:
    assert "trace" not in [kind for _, kind in blocks(line)]


def test_a_rule_behind_what_was_printed_binds() -> None:
    text = "remote: error: You must sign the CLA.\nremote: error: denied\n\n别再 push 到 main\nand never force it"
    assert texts(walk([user(text)]), Zone.CONSTRAINTS) != []
    assert not any("CLA" in each for each in texts(walk([user(text)]), Zone.CONSTRAINTS))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("0a1b2c3 fix login\n1b2c3d4 must keep the id\n9988776 docs\n", ["trace"]),
        ("a1b2c3d (HEAD -> main) wip\n0a1b2c3 never ship this\n", ["trace"]),
        ("看下：\n* 0a1b2c3 修登录\n* 1b2c3d4 不要动表\n* 2c3d4e5 加索引\n\n回滚第二个", ["prose", "trace", "prose"]),
        ("1234567 这个单号别改\n7654321 这个也别改\n1122334 不许删\n", ["prose"]),
        ("a1b2c3d must stay\nb2c3d4e 别 revert\n", ["prose"]),
        ("deadbeef is the magic number\n", ["prose"]),
    ],
)  # fmt: skip
def test_a_log_of_commits_is_one_block(text: str, kinds: list[str]) -> None:
    assert [kind for _, kind in blocks(text)] == kinds
