/** Errors of faults on request. */
import { Conflict, NotFound } from '../../kernel/errors.ts';
import { maxFaults } from './fault.ts';

export class SandboxFaultNotFound extends NotFound {
  override readonly name = 'SandboxFaultNotFound';
  constructor(id?: string) {
    super('SANDBOX_FAULT_NOT_FOUND', 'The fault does not exist, or it has expired.', id);
  }
}

/** All faults of the platform are in effect, so none can make room. */
export class TooManyFaults extends Conflict {
  override readonly name = 'TooManyFaults';
  constructor() {
    super(`The platform has ${maxFaults} faults. Delete one first.`, { reason: 'Too many faults' });
  }
}
