import Type from 'typebox';

/** A page as results show it. */
export const PageDescription = {
  page: Type.String({ description: 'Names the page: the identifier of a browser_target resource.' }),
  target_id: Type.String({
    description: "The browser's own id of the page, as side effects name it (new_target:<id>).",
  }),
  execution_context: Type.Enum(['isolated', 'shared']),
  url: Type.String({ description: 'Secrets in it are masked.' }),
  title: Type.String(),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When an isolated context ends if it is not used.' }),
  ),
};
