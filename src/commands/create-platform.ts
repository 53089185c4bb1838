/** `npm run platform:create`: creates a platform and its first API token. The secret is shown only once. */
import { z } from 'zod';
import { oneOf, text } from '../kernel/parse.ts';
import { createPlatform } from '../operations/platforms/create-platform.ts';
import { operationCommand } from './command.ts';

const input = z.object({ name: text(255), mode: oneOf(['sandbox', 'production']) });

export const createPlatformCommand = operationCommand({
  usage: 'npm run platform:create -- --name N --mode sandbox|production',
  input,
  async perform(ports, { name, mode }, { sandboxUmaDomain }) {
    const { platform, token, clientSecret } = await createPlatform(ports, {
      name,
      mode: mode === 'sandbox' ? 'SANDBOX' : 'PRODUCTION',
      sandboxUmaDomain,
    });
    return {
      platformId: platform.id,
      name: platform.name,
      mode: platform.mode,
      tokenId: token.clientId,
      clientSecret,
    };
  },
});
