"""How programs begin a line that nobody types: hooks, test runners, terraform, logins, git, browsers, docker and more.

Each is what one program prints word for word, so that a person's own line with the same word in it is none.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

_HOOKS = (
    r"husky (?:>|-) \S|\[(?:STARTED|SUCCESS|FAILED|SKIPPED|COMPLETED)\] |\[lint-staged\]|ℹ (?:No staged|Running)"
    r"|→ No (?:staged )?files|✖ (?:lint-staged|eslint|prettier|tsc|\d+ problems?)\b|pre-commit(?: hook)? failed"
    r"|- (?:hook id|exit code): |[\w -]+\.{6,}(?:Passed|Failed|Skipped)\s*$|Fixing \S+\.\w+\s*$"
)
_RUNNERS = (
    r"(?:FAIL|PASS|RUNS) +\S+\.[cm]?[jt]sx?\b|● .{1,200} › |expect\(received\)|(?:Tests|Test Suites"
    r"|Snapshots): +\d+ (?:failed|passed|skipped|todo|total)|[✓✕×√] .{1,200} \(\d+(?:\.\d+)? ?m?s\)\s*$"
    r"|Ran all test suites|Test Files +\d|={3,} (?:FAILURES|ERRORS|test session starts|short test summary info"
    r"|warnings summary|.{0,60}\d (?:passed|failed|errors?)\b.{0,40}) ={3,}|FAILED \S+::|_{5,} \S{1,80} _{5,}\s*$"
    r"|--- (?:FAIL|PASS): |test result: "
)
_TERRAFORM = (
    r"Terraform (?:will perform|used the selected|has been|v\d)|# [\w.\[\]\"-]+ (?:must|will) be (?:replaced|created"
    r"|destroyed|updated|read)|[-+~]/?[-+]? (?:resource|data|module) \"|[~+-] [\w\"]+ +=\s|# \(\d+ unchanged"
    r"|Plan: \d+ to (?:add|import)|(?:Apply|Destroy) complete! |[\w.\[\]\"-]+: (?:Destroying|Creating|Modifying"
    r"|Refreshing|Still |Creation complete|Destruction complete|Reading)\b|Only 'yes' will be accepted"
    r"|Enter a value:\s*(?:yes|no)?\s*$|on \S+\.tf line \d|Do you want to perform these actions\?"
    r"|Note: You didn't use the -out option"
)
_LOGINS = (
    r"Welcome to (?:Ubuntu|Debian|CentOS|Alpine|Amazon|Red Hat|Fedora|Rocky|AlmaLinux|SUSE)\b|Last login: "
    r"|\* (?:Documentation|Support|Management): +https|\*{3} System restart required|[*#@]+ +\S.* {2,}[*#@]+\s*$"
    r"|System information as of |\d+ (?:updates?|packages?) can be |Connection to \S+ closed|Permission denied \("
    r"|Permissions 0\d{3} for '|It is required that your private key|Host key verification failed|kex_exchange_"
    r"|[\w.-]+@[\w.-]+:[~/][^\s#$]*[#$](?:\s|$)"
)
_GIT = (
    r"hint: (?:Updates were rejected|not have locally|See the 'Note|its remote counterpart|the same ref"
    r"|before pushing|Using '|Disable this message|Pulling without|You've added another|[Uu]se --|have (?:diverged"
    r"|locally)|Names commonly|\s+git )|remote: (?:$|error|warning|fatal|Resolving|Counting|Compressing|Enumerating"
    r"|Total|Create a pull|Permission|Repository not|Invalid|\s+https?:)|! \[(?:remote )?rejected\]"
    r"|error: (?:failed to push|pathspec|Your local changes|src refspec|The following untracked|RPC failed"
    r"|could not (?:apply|lock|read))|Your branch (?:is (?:ahead|behind|up to date)|and ')"
    r"|and have \d+ and \d+ different|\(use \"git |Changes (?:not staged|to be committed)|(?:modified|new file"
    r"|deleted|renamed|both modified): {2,}|(?:no changes added|nothing(?: added)?) to commit|Untracked files:"
    r"|On branch \S+\s*$|CONFLICT \(|Auto-merging |Automatic merge failed|Already up to date\."
    r"|\[[\w./-]+ (?:\(root-commit\) )?[0-9a-f]{7,}\] "
)
_BROWSERS = (
    r"Access to (?:fetch|XMLHttpRequest|script|font|image|resource|manifest) at '|Refused to (?:load|execute|apply"
    r"|connect|display|frame|set|get) (?:the |to |'|in |unsafe)|(?:GET|POST|PUT|DELETE|PATCH|OPTIONS"
    r"|HEAD) https?://\S+ (?:\d{3} \(|net::|\d{3}\s*$)|Warning: (?:Each child in a list|Can't perform a React"
    r"|Failed prop type|React does not|Cannot update (?:a component|during)|validateDOMNesting|Text content did not"
    r"|Expected server HTML|Invalid DOM property|useLayoutEffect|A component is changing|An update to|Received `"
    r"|ReactDOM\.render|The tag <|Unknown event handler|Function components cannot|Maximum update depth)"
    r"|\[(?:Violation|HMR|vite|webpack|Vue warn|Deprecation|Intervention|Fast Refresh|React Refresh|DOM"
    r"|Report Only)\]|DevTools failed to|Failed to load resource: |Mixed Content: |Cross-Origin Request Blocked"
    r"|\(anonymous\) @ |VM\d+:\d+ |A cookie associated with|\S+ was preloaded using link preload"
)
_DOCKER = (
    r"Step \d+/\d+ : [A-Z]+ |-{3}> |Removing intermediate container|The command '/bin/|#\d+ (?:\[[\w -]*\d+/\d+\]"
    r"|\[internal\]|\d+\.\d+ |DONE|CACHED|ERROR|sha256|extracting|exporting|transferring|naming|writing)"
    r"|=> (?:CACHED|ERROR|\[|exporting|naming|writing|transferring|resolve|sha256|extracting|=>)"
    r"|Successfully (?:built|tagged) \S|Sending build context|failed to solve: "
    r"|(?:docker: )?Error response from daemon|WARNING: The requested image's platform|Status: (?:Downloaded"
    r"|Image is)|Digest: sha256|[0-9a-f]{12}: (?:Pull|Already|Waiting|Downloading|Extracting)"
)
_PACKAGES = (
    r"Reading (?:package lists|state information)|Building dependency tree|[EWN]: (?:Unable to|Package|Failed to"
    r"|Download|Some |GPG|Could|The |Sub-process|Version|Ignoring|Skipping|Target|https?:|See |Can't|Repository"
    r"|Invalid)|(?:Get|Hit|Ign|Err):\d+ http|The following (?:(?:NEW |additional |held )?packages|signatures) "
    r"|Use 'apt |\d+ upgraded, |Need to get |After this operation, |Setting up \S+ \(|Unpacking \S"
    r"|Preparing to unpack|Selecting previously|Processing triggers|dpkg: |debconf: |Do you want to continue\? \["
    r"|npm notice|(?:added|removed|changed|audited|up to date, audited) \d+ packages?\b"
    r"|\d+ (?:\w+ )?(?:severity )?vulnerabilit|To address (?:all )?issues|npm audit fix|\d+ packages are looking"
    r"|[Rr]un `npm (?:fund|audit)|yarn (?:run|install|add) v\d|(?:info|warning|success|error) (?:Visit https"
    r"|Command failed|Lockfile|No lockfile)|\[\d/\d\] (?:Resolving|Fetching|Linking|Building)|Done in [\d.]+ ?m?s"
    r"|Requirement already satisfied|Collecting \S+\s*$|Successfully installed \S|\[notice\] (?:A new release"
    r"|To update)|WARNING: (?:You are using pip|Running pip|The scripts? \S+ (?:is|are) |Retrying|Ignoring)"
)
_CLUSTERS = (
    r"(?:Namespace|Annotations|Tolerations|QoS Class|Node-Selectors|Controlled By|Restart Count|Container ID"
    r"|Image ID|Start Time|Service Account|Host Port|Priority Class Name): {2,}\S|(?:Normal"
    r"|Warning) {2,}[A-Z]\w+ {2,}|Error from server(?: \(|:)|Type {2,}(?:Status|Reason)\b|(?:NAME"
    r"|NAMESPACE) {2,}[A-Z]+ {2,}|(?:deployment|service|pod|configmap|secret|ingress)(?:\.\w+)*/\S+ (?:created"
    r"|configured|unchanged|deleted)\s*$"
)
_BUNDLERS = (
    r"--> \S+:\d+:\d+|error: aborting due to|error\[E\d+\]|= (?:note|help): |vite v\d|✓ \d+ modules"
    r"|\(!\) Some chunks|- (?:Using dynamic import\(\)|Use build\.rollup|Adjust chunk size)|dist/\S+ +[\d.]+ k?B"
    r"|webpack \d+\.\d+\.\d+ compiled|asset \S+ [\d.]+ "
)
_ALL = (_HOOKS, _RUNNERS, _TERRAFORM, _LOGINS, _GIT, _BROWSERS, _DOCKER, _PACKAGES, _CLUSTERS, _BUNDLERS)
_BEGINS = re.compile(rf"\s*(?:{'|'.join(_ALL)})")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_SPEAKS = re.compile(r"(hint|remote): ")
_COMMIT = re.compile(r"[*|\\/ ]*\b([0-9a-f]{7,40}) (\([^)]+\) )?\S")
_LOGGED = 3
"""Commits in a row, one a line, that a log of them has at least: of two a person may say something each."""


def by_program(line: str) -> bool:
    """Whether one of these programs printed the line. What it prints is English, so that a line with Han was typed."""
    return _BEGINS.match(line) is not None and not _HAN.search(line)


def together(lines: Sequence[str]) -> Iterator[range]:
    """Runs of lines that git printed, as several beside one another show: hints, a remote's words, a log's commits."""
    for said, run in groupby(range(len(lines)), key=lambda n: _says(lines[n])):
        numbers = [*run]
        if (said == "commit" and _is_log([lines[n] for n in numbers])) or (said in ("hint", "remote") and numbers[1:]):
            yield range(numbers[0], numbers[-1] + 1)


def _says(line: str) -> str:
    found = _SPEAKS.match(line)
    return found[1] if found else "commit" if _COMMIT.match(line) else ""


def _is_log(lines: Sequence[str]) -> bool:
    """Whether lines that begin with a hash are a log: a hash has letters and digits, the number of an order has not."""
    found = [commit for commit in map(_COMMIT.match, lines) if commit]
    hashed = any(re.search("[0-9]", commit[1]) and re.search("[a-f]", commit[1]) for commit in found)
    return hashed and (len(lines) >= _LOGGED or any(commit[2] for commit in found))
