import { labelBody, releaseBody, resourcesQuery } from '../../locks.ts'
import type { Operations } from '../operation.ts'
import { pageOf } from '../shapes/common.ts'
import { releasedLock, resource, resourceDetail, waitGraph } from '../shapes/lock-shapes.ts'

/** The routes of resources and their locks. */
export const lockOperations: Operations = {
  'GET /v1/resources': {
    id: 'listResources',
    summary: 'List resources with the runs that hold them',
    permission: 'lock.read',
    query: resourcesQuery,
    answers: { 200: { says: 'A page of resources, in the order of their ids.', json: pageOf(resource) } },
  },
  'POST /v1/resources': {
    id: 'labelResource',
    summary: 'Label a resource',
    description: 'A resource is known from its first use, or from this request. `labels` replaces all of its labels.',
    permission: 'lock.admin',
    body: labelBody,
    answers: {
      200: { says: 'The resource was known.', json: resourceDetail },
      201: { says: 'The resource is new.', json: resourceDetail },
    },
  },
  'GET /v1/resources/:id': {
    id: 'getResource',
    summary: 'Read a resource with its queue',
    permission: 'lock.read',
    answers: { 200: { says: 'The resource.', json: resourceDetail } },
  },
  'POST /v1/resources/:id/force-release': {
    id: 'forceRelease',
    summary: 'Take the lock of a resource away from a run',
    description: 'The run fails with `LOCK_LOST`. The reason is shown in its history and in the audit.',
    permission: 'lock.admin',
    body: releaseBody,
    answers: { 200: { says: 'The lock is released.', json: releasedLock } },
    errors: ['NOT_HELD'],
  },
  'GET /v1/locks/wait-graph': {
    id: 'getWaitGraph',
    summary: 'Read which run waits for which',
    permission: 'lock.read',
    answers: { 200: { says: 'The waits for locks, the first of the queue first.', json: waitGraph } },
  },
}
