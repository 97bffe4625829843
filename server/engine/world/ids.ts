import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Ids } from '../ports.ts'

export const ids: Ids = { runId: uuidv7, uuid: randomUUID, random: Math.random }
