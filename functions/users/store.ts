import { entityOf } from '../kit/entity';
import { User } from './model';

export const users = entityOf({ collection: 'USER', path: '/api/v1/users', model: User, isPrivate: true });
