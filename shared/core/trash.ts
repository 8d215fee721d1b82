/** How long a deleted record can be restored (PRODUCT §1). */
export const trashDays = 30;

/** Until when what was deleted at a moment can be restored. */
export const restorableUntil = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + trashDays * 24 * 60 * 60 * 1000);
