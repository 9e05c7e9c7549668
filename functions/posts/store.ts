import { entityOf } from '../kit/entity';
import { Post } from './model';

export const posts = entityOf({ collection: 'POST', path: '/posts', model: Post });
