import { randomUUID } from 'node:crypto'
import { makeRunId } from '../../run-id.ts'
import type { Ids } from '../ports.ts'

export const ids: Ids = { runId: makeRunId, uuid: randomUUID, random: Math.random }
