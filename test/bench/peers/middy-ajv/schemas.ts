const id = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } };

const post = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    content: { type: 'string', maxLength: 50_000 },
  },
};

export const withId = { type: 'object', required: ['pathParameters'], properties: { pathParameters: id } };
export const withPost = { type: 'object', required: ['body'], properties: { body: post } };
export const withBoth = { allOf: [withId, withPost] };
