import { createHash, randomBytes } from 'node:crypto'

/** The token of an invitation's link: 256 bits, shown once. Only its SHA-256 is stored. */
export const newInviteToken = (): string => randomBytes(32).toString('base64url')

export const sha256OfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
