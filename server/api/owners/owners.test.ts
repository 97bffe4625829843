import { describe } from 'vitest'
import { describeOwners } from './owner-matrix.ts'

describe('with one role of the database, as in local mode', () => describeOwners())
