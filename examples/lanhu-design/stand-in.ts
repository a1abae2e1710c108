import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  readonly url: string;
  readonly cookie: string;
  close(): Promise<void>;
}

interface Layer {
  readonly name: string;
  readonly type: string;
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly layers?: readonly Layer[];
}

interface Page {
  readonly id: string;
  readonly name: string;
  /** Undefined: nothing was exported from it yet. */
  readonly layers?: readonly Layer[];
}

const layer = (name: string, type: string, y: number, height: number, layers?: readonly Layer[]): Layer => ({
  name,
  type,
  frame: { x: 0, y, width: 375, height },
  ...(layers !== undefined && { layers }),
});

const PROJECT = '12345';
const TEAM = 'team-7';
const PAGES: readonly Page[] = [
  {
    id: '67890',
    name: 'Login Page',
    layers: [
      layer('Header', 'symbolInstance', 0, 64),
      layer('LoginForm', 'group', 80, 320, [
        layer('UsernameInput', 'symbolInstance', 80, 48),
        layer('PasswordInput', 'symbolInstance', 144, 48),
        layer('SubmitButton', 'symbolInstance', 224, 48),
      ]),
      layer('Footer', 'symbolInstance', 600, 67),
    ],
  },
  { id: '67891', name: 'Dashboard' },
];

/**
 * Speaks the part of Lanhu's web API that reads a design: `code` is "00000" where all is well. What a page is made of is a file at another
 * host, which `json_url` leads to, as in Lanhu itself.
 */
export async function openStandIn(): Promise<StandIn> {
  const cookie = 'session=a-session-of-the-stand-in';
  const files = createServer((request, response) => serveFile(request, response));
  const filesUrl = `http://127.0.0.1:${await listen(files)}`;
  const api = createServer((request, response) => answer(request, response, cookie, filesUrl));
  const url = `http://127.0.0.1:${await listen(api)}`;
  return {
    url,
    cookie,
    close: async () => {
      await Promise.all([end(api), end(files)]);
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, cookie: string, filesUrl: string): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in');
  const known = searchParams.get('project_id') === PROJECT && searchParams.get('team_id') === TEAM;
  const page = PAGES.find(({ id }) => id === searchParams.get('image_id'));
  if (request.headers.cookie !== cookie) send(response, 401, { code: '10401', msg: '请先登录' });
  else if (!known) send(response, 200, { code: '10404', msg: '项目不存在' });
  else if (pathname === '/api/project/images')
    send(response, 200, { code: '00000', msg: 'success', data: listPages() });
  else if (page === undefined) send(response, 200, { code: '10404', msg: '设计图不存在' });
  else send(response, 200, { code: '00000', msg: 'success', result: tellPage(page, filesUrl) });
}

function listPages(): object {
  return { name: 'Parcel shop', images: PAGES.map(({ id, name }) => ({ id, name })) };
}

function tellPage({ id, name, layers }: Page, filesUrl: string): object {
  const version = { id: `${id}-v2`, version_info: '版本2', type: 'image', json_url: `${filesUrl}/${id}.json` };
  return {
    id,
    name,
    width: 375,
    height: 667,
    latest_version: version.id,
    versions: layers === undefined ? [] : [version],
  };
}

function serveFile(request: IncomingMessage, response: ServerResponse): void {
  const page = PAGES.find(({ id }) => request.url === `/${id}.json`);
  if (page?.layers === undefined) send(response, 404, {});
  else send(response, 200, { artboard: { name: page.name, layers: page.layers }, meta: { host: { name: 'figma' } } });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // `as`: it listens at a port
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
