import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { redPixel } from './media.ts';

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

export const RESOURCE_TEMPLATE = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  description: 'Data of an id.',
  mimeType: 'application/json',
};

export function listResources(): Resource[] {
  return [
    { uri: 'test://static-text', name: 'static-text', description: 'A text.', mimeType: 'text/plain' },
    { uri: 'test://static-binary', name: 'static-binary', description: 'A picture.', mimeType: 'image/png' },
    { uri: 'test://watched-resource', name: 'watched', description: 'One to subscribe to.', mimeType: 'text/plain' },
  ];
}

export function readResource(uri: string): ReadResourceResult {
  const id = TEMPLATE.exec(uri)?.[1];
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: data }] };
  }
  switch (uri) {
    case 'test://static-text':
      return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] };
    case 'test://static-binary':
      return { contents: [{ uri, mimeType: 'image/png', blob: redPixel() }] };
    case 'test://watched-resource':
      return { contents: [{ uri, mimeType: 'text/plain', text: 'Nothing happens here.' }] };
    default:
      throw new ResourceNotFoundError(uri);
  }
}
