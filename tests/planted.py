"""Shapes of secrets, `@` for the value, and what only looks like one, a line each.

`⏎` is a new line, `␛` an escape and `⁠` a character of no width.
"""

NAMED = r"""
DB_PASS=@⏎DB_PORT=1
docker run -e DB_PASS=@ -d db1
pass: @ for now
{"pw":"@"}
smtp_pw=@ end1
dbPass: "@"
otp: @ end1
pin=@ end1
key=@ end1
"key": "@"
password = '@' # x
password=$'@'
password=`@` end1
password => "@"
if password == "@":
password：@⏎端口：3306
ｐａｓｓｗｏｒｄ＝@⏎端口：3306
root 的密码 @ 别外传
口令@，别外传
密码（root）：@。别外传
密码设置为 @ 别外传
"env":[{"name":"DB_PASSWORD","value":"@"}]
{\"name\":\"DB_PASSWORD\",\"value\":\"@\"}
{"value":"@","name":"API_TOKEN"}
- name: DB_PASSWORD⏎  value: @⏎- name: X
ParameterKey=DbPassword,ParameterValue=@ end1
<password>@</password>
<db:password type="x">@</db:password>
<add key="Password" value="@"/>
<entry key="db.password">@</entry>
CREATE USER x IDENTIFIED BY '@'; x
IDENTIFIED WITH caching_sha2_password BY '@';
CREATE ROLE x WITH LOGIN PASSWORD '@';
ALTER USER x PASSWORD '@'; x
ALTER USER x WITH ENCRYPTED PASSWORD '@'; x
SET PASSWORD FOR x = PASSWORD('@');
aws configure set aws_secret_access_key @ end1
npm config set //registry.npmjs.org/:_authToken @ end1
set password @ end1
mysql -u root -p'@' orders
htpasswd -b file admin @
htpasswd -nbB admin '@' && ls
htpasswd -b file admin @⏎line 0 of 3
htpasswd -nb admin @ → error
docker login -u a -p '@' registry
echo @ | docker login --password-stdin
echo -n '@' | gh auth login --with-token
echo '@' | chpasswd
docker login --password-stdin <<< '@' end1
openssl enc -aes-256-cbc -k @ -in x
openssl enc -pass pass:@ -in x
requirepass @⏎port 1
redis-cli -h x -a @ ping
os.getenv("DB_PASSWORD", "@")
PASSWORD = os.environ.get("P", "@")
process.env.JWT_SECRET || '@';
Password for admin: @⏎Login
password (root): @⏎Login
password⏎@⏎Login
password:⏎  @⏎Login
password=␛[31m@␛[0m end1
pass⁠word=@ end1
密⁠码是@ 别外传
connect(host, password=@)
{password:@,port:8080}
Server=h;Password=@;Encrypt=yes
?user=u&password=@&ssl=true
jdbc:mysql://h/db?user=u&password=@ end1
curl -p @ end1
"""
"""A value as a generator writes it stands behind its name."""

SIGNS = "ab,Zq8h", "ab;Zq8h", "ab&Zq8h", "ab;cd=Zq8h", "a#b!c(d|e", "#Zq8hX2kLw9Tr4x"
"""Passwords with what separates elsewhere."""

NEAR = r"""
pass: 12 passed
# pass 438
pass = True
pass: v1.2.3
PASS=12 FAIL=0
ALL_PASS=done
TEST_PASS=true
PASS: t_utf8_name
bypass=1
pin: 13
LED_PIN = 13
otp: 27.1
compass: north2east
key: node-cache-Linux-x64-4f1c2d3e5a6b7c8d9e0f
key=getUserProfileSection2Item
<li key={item.id}>
key: 'ArrowDown'
password=self.password
password: str = None
password: Optional[str] = None,
password: string | null;
password: z.string().min(8),
password: { type: String, required: true },
password: bcrypt.hashSync(password, 10),
def load(self, keyfile=None, password=None):
password: env.PASSWORD ?? undefined
password = request.form.get("password", "")
password = getpass("Password: ")
os.environ.get("DB_PASSWORD", "")
PWD=/home/dev/app
docker run -v $PWD:/w -p 8080:80 x
${DB_PASSWORD:?required}
${DB_PASSWORD:-}
DB_PASSWORD=***
mysql -u root -p
ssh -p 2222 host
set password policy
set the password in settings2.py
the --password and --username options
密码使用 bcrypt 加密
密码 SHA256 加密
密码是 bcrypt 加密的
密码长度 8 位
口令 OAuth2 登录
Password for user root: required
password⏎username
<Password>{value}</Password>
<string name="password">Password</string>
{"name": "password", "type": "string", "required": true}
{"name": "TOKEN_LIMIT", "value": "4096"}
- name: MAX_TOKENS⏎  value: 8192
steps identified by exclusion: all
with password protection
echo done | tee passwd.log
echo hi | grep login
openssl rand -hex 16
redis-cli -a $REDIS_PASSWORD
requirepass <password>
see https://registry:4873/@scope/pkg
token = token[:-1]
inputTokens || 0
no_credentials::identity
secrets: inherit
secret: ${{ secrets.GITHUB_TOKEN }}
inputs:⏎  token:⏎    description: GitHub token
Object.prototype.hasOwnProperty.call.something.else
"""
"""Stays as it is."""


def rows(table: str) -> list[str]:
    """The lines of `table` as texts."""
    return [line.replace("⏎", "\n").replace("␛", "\x1b").replace("⁠", "\u200b") for line in table.split("\n") if line]
