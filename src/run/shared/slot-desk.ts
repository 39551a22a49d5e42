/** The agent's slots as workers ask for them: by number, since a function can't travel. */
import { createSlots, type Release } from '../slots.ts';

export interface SlotDesk {
  /**
   * The number of a slot, once one is free. Rejects with the signal's reason, or with what `refusal` says when the slot's
   * turn comes.
   */
  acquire(signal: AbortSignal): Promise<number>;
  /** Once more, or of a number that nobody holds, does nothing. */
  release(slot: number): void;
}

/** `refusal`: why nobody may talk to the agent any more; null while they may. */
export function createSlotDesk(count: number, refusal: () => Error | null): SlotDesk {
  const slots = createSlots(count);
  const held = new Map<number, Release>();
  let last = 0;
  return {
    async acquire(signal) {
      const release = await slots.acquire(signal);
      const refused = refusal();
      if (refused !== null) {
        release();
        throw refused;
      }
      last += 1;
      held.set(last, release);
      return last;
    },
    release(slot) {
      held.get(slot)?.();
      held.delete(slot);
    },
  };
}
