import { json } from '../json';
import { Post } from './entity';

export const handler = async () => json(200, (await Post.query.posts({}).go({ limit: 50, order: 'desc' })).data);
