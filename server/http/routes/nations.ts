/** GET /api/nations */
import { nationsCall } from '../../../common/protocol/nations.ts';
import { NATION_LIST } from '../../../common/values/nations.ts';
import { nationView } from '../../game/reads/views.ts';
import { route } from '../route.ts';

const nations = NATION_LIST.map(nationView);

export const nationRoutes = [route(nationsCall, () => ({ status: 200, body: nations }))];
