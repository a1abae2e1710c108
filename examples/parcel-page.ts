import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page that answers in itself: a parcel's number goes in, a click says where it is. */
const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>Parcels</title>
<h1>Where is my parcel?</h1>
<label>Number <input id="number"></label>
<button id="track" onclick="status.value = 'Parcel ' + number.value + ' is in Bremen, tracked ' + ++times + ' times'">Track</button>
<p><output id="status">No parcel yet</output></p>
<script>
  const number = document.getElementById('number');
  const status = document.getElementById('status');
  let times = 0;
</script>
`;

export interface ParcelPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the page on a free port. */
export async function openParcelPage(): Promise<ParcelPage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // `as`: it listens at a port
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
