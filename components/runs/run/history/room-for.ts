/** The columns that are hidden in a narrow container; the description of the event stays. */
export const roomFor = { details: '@max-[52rem]:hidden', type: '@max-[38rem]:hidden' } as const
