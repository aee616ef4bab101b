import { serve } from '#commands/serve.ts';

serve();
