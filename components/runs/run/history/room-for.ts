/** What happened says the rest in words: where there is no room, the others give way to it. */
export const roomFor = { details: '@max-[52rem]:hidden', type: '@max-[38rem]:hidden' } as const
