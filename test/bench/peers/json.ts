export const json = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Answers with a post, or with a 404 when there is none. */
export const found = (post: unknown) => (post ? json(200, post) : json(404, { message: 'Not Found' }));
