import serverlessExpress from '@codegenie/serverless-express';
import express from 'express';
import { get, list, put } from './table';

const app = express();
app.use(express.json());

app.get('/posts', async (_, response) => {
  response.json(await list());
});
app.post('/posts', async ({ body }, response) => {
  response.status(201).json(await put(body));
});
app.get('/posts/:id', async ({ params }, response) => {
  const post = await get(params.id);
  if (post) response.json(post);
  else response.status(404).json({ message: 'Not Found' });
});

export const handler = serverlessExpress({ app });
