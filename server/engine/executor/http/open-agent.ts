import type { Agent } from 'undici'
import { limits } from '#core/limits.ts'
import type { GuardOptions } from './guarded-connect.ts'

/**
 * The client of HTTP steps. Loaded with the first of them: its hundred modules
 * are a seventh of all that an engine would read before it is ready.
 */
export async function openAgent(guard: Omit<GuardOptions, 'connectMs'>): Promise<Agent> {
  const [{ Agent }, { guardedConnect }] = await Promise.all([import('undici'), import('./guarded-connect.ts')])
  return new Agent({
    connect: guardedConnect({ ...guard, connectMs: limits.http.connectMs }),
    connections: limits.http.concurrent,
    pipelining: 1,
    maxHeaderSize: limits.http.headerBytes,
    // The deadline of the attempt is the one that counts, and it is never longer.
    headersTimeout: limits.http.longestMs,
    bodyTimeout: limits.http.longestMs,
  })
}
