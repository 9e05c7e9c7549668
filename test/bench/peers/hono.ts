import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { z } from 'zod';
import { get, list, put } from './table';

const Id = z.object({ id: z.uuid() });
const Post = z.strictObject({ title: z.string().min(1).max(200), content: z.string().max(50_000).optional() });

const app = new Hono();

app.get('/posts', async (c) => c.json(await list()));
app.post('/posts', zValidator('json', Post), async (c) => c.json(await put(c.req.valid('json')), 201));
app.get('/posts/:id', zValidator('param', Id), async (c) => {
  const post = await get(c.req.valid('param').id);
  return post ? c.json(post) : c.json({ message: 'Not Found' }, 404);
});

export const handler = handle(app);
