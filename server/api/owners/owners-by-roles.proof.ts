import { describe } from 'vitest'
import { describeOwners } from './owner-matrix.ts'

describe('with a role of the database for each process (access 3; ASVS 8.4.1)', () => describeOwners({ roles: true }))
