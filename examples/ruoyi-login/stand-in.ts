import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  readonly url: string;
  /** What a person would read from the picture. */
  answerOf(uuid: string): string;
  /** As after the two minutes that RuoYi keeps a captcha for. */
  expireCaptchas(): void;
  close(): Promise<void>;
}

export const ACCOUNT = { username: 'zhangsan', password: 'open-parcel-7' };

/** A dot: what it shows is known to the example by `answerOf`. */
const PICTURE = 'R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7';

interface State {
  /** Answers by uuid; kept until they are asked for or expire. */
  readonly captchas: Map<string, string>;
  readonly read: Map<string, string>;
  readonly tokens: Set<string>;
}

/**
 * Speaks the part of RuoYi's protocol that logs in: everything is answered with the HTTP status 200, and `code` says what came of it. A
 * captcha is good for one try, whatever comes of that.
 */
export async function openStandIn(): Promise<StandIn> {
  const state: State = { captchas: new Map(), read: new Map(), tokens: new Set() };
  const server = createServer((request, response) => void answer(request, response, state));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    answerOf: (uuid) => state.read.get(uuid) ?? '',
    expireCaptchas: () => state.captchas.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const { method, url, headers } = request;
  if (method === 'GET' && url === '/captchaImage') send(response, 200, '操作成功', makeCaptcha(state));
  else if (method === 'POST' && url === '/login') logIn(response, state, await readBody(request));
  else if (method === 'GET' && url === '/getInfo') tellInfo(response, state, headers.authorization ?? '');
  else send(response, 404, `路径不存在，请检查路径是否正确`);
}

function makeCaptcha({ captchas, read }: State): object {
  const uuid = randomUUID().replaceAll('-', '');
  const [left, right] = [randomInt(1, 10), randomInt(1, 10)];
  captchas.set(uuid, String(left + right));
  read.set(uuid, String(left + right));
  return { captchaEnabled: true, img: PICTURE, uuid };
}

function logIn(response: ServerResponse, { captchas, tokens }: State, body: Readonly<Record<string, unknown>>): void {
  const { username, password, code, uuid } = body;
  const right = captchas.get(String(uuid));
  captchas.delete(String(uuid));
  if (right === undefined) send(response, 500, '验证码已失效');
  else if (code !== right) send(response, 500, '验证码错误');
  else if (username !== ACCOUNT.username || password !== ACCOUNT.password) send(response, 500, '用户不存在/密码错误');
  else {
    const token = makeToken();
    tokens.add(token);
    send(response, 200, '操作成功', { token });
  }
}

/** In the form of RuoYi's own: a JSON Web Token signed with HS512. */
function makeToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS512' })}.${part({ login_user_key: randomUUID() })}.${randomBytes(64).toString('base64url')}`;
}

function tellInfo(response: ServerResponse, { tokens }: State, authorization: string): void {
  if (!tokens.has(authorization.replace(/^Bearer /, ''))) {
    send(response, 401, '请求访问：/getInfo，认证失败，无法访问系统资源');
    return;
  }
  const user = { userId: 2, userName: ACCOUNT.username, nickName: '张三', dept: { deptName: '研发部门' } };
  send(response, 200, '操作成功', { user, roles: ['common'], permissions: ['system:user:list'] });
}

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // `as`: no encoding was set
  return Object(JSON.parse(Buffer.concat(chunks).toString()));
}

function send(response: ServerResponse, code: number, msg: string, more: object = {}): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ msg, code, ...more }));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // `as`: it listens at a port
  });
}
