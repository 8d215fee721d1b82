import { beforeEach, vi } from 'vitest';

// Each request is a line in the log, which nobody reads here.
beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});
