/** JSON that was answered, without what is drawn anew for each request. */
export function withoutDrawn(text: string): unknown {
  const told = text
    .replace(/[0-9a-f]{32}/g, 'trace')
    .replace(/mcp-\d{13}-(\d{3})-[0-9a-f]{16}/g, 'mcp-now-$1-hash')
    .replace(/(error id |"error_id":")[0-9a-f]{16}/g, '$1drawn')
    .replace(/"requestState":"[^"]+"/g, '"requestState":"sealed"');
  return JSON.parse(told);
}
