/** The JSON body of the spread and the fees of a platform. Source: docs/behaviour/payments.md#spread-and-fees-of-a-platform. */
import type { JsonBody } from '../../kernel/view.ts';
import { type RateSettings, rateSettingsJson } from './rate-settings.ts';

export const rateSettingsView = (settings: RateSettings): JsonBody => rateSettingsJson(settings);
