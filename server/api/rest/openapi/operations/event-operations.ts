import { z } from 'zod'
import { allEventsQuery } from '../../events/event-routes.ts'
import { raisedSignalBody } from '../../signals.ts'
import type { Operations } from '../operation.ts'
import { id } from '../shapes/common.ts'
import { domainEvent, raisedSignal } from '../shapes/event-shapes.ts'

/** The routes of events of all runs, and calls of webhooks that start runs. */
export const eventOperations: Operations = {
  'GET /v1/events/stream': {
    id: 'streamAllEvents',
    summary: 'Follow the domain events of all runs of the owner (SSE)',
    description: 'Live from now on, or from the event after `Last-Event-ID`, at most 24 hours back.',
    permission: 'run.read',
    query: allEventsQuery,
    resumable: true,
    answers: { 200: { says: 'The events.', type: 'text/event-stream', event: domainEvent } },
    errors: ['CHOICE_UNKNOWN', 'NOT_FOUND'],
  },
  'GET /v1/events/ws': {
    id: 'openEventSocket',
    summary: 'Follow domain events by WebSocket',
    permission: 'run.read',
    answers: { 101: { says: 'The socket is open.' } },
  },
  'POST /v1/signals': {
    id: 'raiseSignal',
    summary: 'Send a signal to the triggers that wait for it',
    description:
      'Each trigger of the type `signal` with this name starts a run, or passes the signal to the live run of its workflow with the same key. The answer has an entry for each; it is empty where no trigger waits. Also needs `run.act`.',
    permission: 'run.start',
    body: raisedSignalBody,
    idempotent: true,
    answers: { 200: { says: 'What the signal has done.', json: raisedSignal } },
    errors: ['TOO_MANY', 'TOO_MANY_REQUESTS'],
  },
  'POST /hooks/:id': {
    id: 'callHook',
    summary: 'Call a webhook that starts a run',
    description:
      'The address is the right to call it. Body, headers and parameters are what the trigger makes the input of.',
    anyQuery: true,
    body: 'any',
    answers: {
      202: {
        says: 'The run; or `heard` for a test call, which starts nothing.',
        json: z.union([z.strictObject({ run_id: id }), z.strictObject({ heard: z.literal(true) })]),
      },
    },
    errors: ['UNAUTHENTICATED', 'INVALID_INPUT', 'TOO_MANY_REQUESTS'],
  },
}
