import { z } from 'zod'
import { startBody } from '#core/run/start/start-request.ts'
import type { ApiErrorCode } from '../../../../api-error.ts'
import { codeVerbBodies, queryResult, updateResult } from '../../runs/code-verbs.ts'
import { previewQuery } from '../../runs/preview.ts'
import { rerunBody } from '../../runs/rerun.ts'
import { eventsQuery } from '../../runs/run-events.ts'
import { exportQuery, historyQuery, runsQuery } from '../../runs/runs.ts'
import { signalWithStartBody, signalWithStartQuery } from '../../runs/signal-with-start.ts'
import { startQuery } from '../../runs/start-run.ts'
import { verbBodies } from '../../runs/verbs.ts'
import type { Operation, Operations } from '../operation.ts'
import { json, pageOf } from '../shapes/common.ts'
import { domainEvent } from '../shapes/event-shapes.ts'
import { cancelPreview, overridePreview, rerunPreview } from '../shapes/preview-shapes.ts'
import {
  acceptedVerb,
  historyEvent,
  removedRuns,
  rerun,
  run,
  runItem,
  runTree,
  signalledRun,
  startedRun,
} from '../shapes/run-shapes.ts'

/** Refusals of commands to a run. */
const refusals: readonly ApiErrorCode[] = [
  'CONFLICT',
  'INVALID_TRANSITION',
  'AMBIGUOUS_WAIT',
  'AMBIGUOUS_STEP',
  'NO_SUCH_WAIT',
  'ALREADY_APPROVED',
  'NOT_MANUAL',
  'STALE',
  'STEP_NOT_FOUND',
  'NOT_ENTITLED',
  'INVALID_INPUT',
]
const startErrors: readonly ApiErrorCode[] = [
  'KEYS_EXCLUSIVE',
  'OUT_OF_RANGE',
  'CHOICE_UNKNOWN',
  'INVALID_INPUT',
  'NOT_FOUND',
  'NOT_PUBLISHED',
  'ARCHIVED',
  'CONFLICT',
  'WORKFLOW_ID_IN_USE',
]

const runAnswer = { says: 'The run.', json: run }

const verb = (id: string, summary: string, body: z.ZodType): Operation => ({
  id,
  summary,
  permission: 'run.act',
  body,
  idempotent: true,
  answers: { 200: runAnswer, 202: { says: 'The run has not answered yet.', json: acceptedVerb } },
  errors: refusals,
})
const override = (...parts: Parameters<typeof verb>): Operation => ({ ...verb(...parts), permission: 'run.override' })

export const runOperations: Operations = {
  'POST /v1/workflows/run': {
    id: 'startRun',
    summary: 'Start a run of a workflow',
    description:
      'With `wait`, the answer comes when the run has ended, or after that many milliseconds; an ended run is answered with its result. `variants` and `bundle` start several runs.',
    permission: 'run.start',
    query: startQuery,
    body: startBody,
    idempotent: true,
    answers: { 201: { says: 'The run was accepted, now or by an earlier request with the key.', json: startedRun } },
    errors: startErrors,
  },
  'POST /v1/workflows/signal-with-start': {
    id: 'signalWithStart',
    summary: 'Signal the run with a workflow id, or start it with the signal',
    description:
      'A run that has the `workflow_id` and has not ended gets the signal; without one, a run is started that begins with it. Also needs `run.act`.',
    permission: 'run.start',
    query: signalWithStartQuery,
    body: signalWithStartBody,
    idempotent: true,
    answers: {
      200: { says: 'The run has the signal.', json: signalledRun },
      201: { says: 'A run was started with the signal.', json: signalledRun },
      202: { says: 'The run has not answered yet.', json: acceptedVerb },
    },
    errors: [...new Set([...startErrors, ...refusals])],
  },
  'GET /v1/workflow-runs': {
    id: 'listRuns',
    summary: 'List runs, newest first',
    permission: 'run.read',
    query: runsQuery,
    answers: { 200: { says: 'A page of runs.', json: pageOf(runItem) } },
  },
  'GET /v1/workflow-runs/export': {
    id: 'exportRuns',
    summary: 'Export runs as a file',
    permission: 'run.read',
    query: exportQuery,
    answers: { 200: { says: 'The file; JSON with `format=json`.', json: z.array(runItem), type: 'text/csv' } },
  },
  'GET /v1/workflow-runs/:id': {
    id: 'getRun',
    summary: 'Read a run',
    permission: 'run.view',
    answers: { 200: runAnswer },
  },
  'DELETE /v1/workflow-runs/:id': {
    id: 'removeRun',
    summary: 'Remove an ended run for good, with all runs below it',
    permission: 'run.remove',
    answers: { 200: { says: 'How many runs went.', json: removedRuns } },
    errors: ['CONFLICT', 'INVALID_TRANSITION'],
  },
  'GET /v1/workflow-runs/:id/history': {
    id: 'listHistory',
    summary: 'Read the history of a run, page by page',
    permission: 'run.view',
    query: historyQuery,
    answers: { 200: { says: 'A page of events.', json: pageOf(historyEvent) } },
  },
  'GET /v1/workflow-runs/:id/history/stream': {
    id: 'streamHistory',
    summary: 'Follow the history of a run (SSE)',
    permission: 'run.view',
    resumable: true,
    answers: {
      200: {
        says: 'The history, then new events until the run has ended.',
        type: 'text/event-stream',
        event: historyEvent,
      },
      204: { says: 'There are no further events, and there will be none.' },
    },
  },
  'GET /v1/workflow-runs/:id/events': {
    id: 'streamEvents',
    summary: 'Follow the domain events of a run (SSE)',
    permission: 'run.view',
    query: eventsQuery,
    resumable: true,
    answers: {
      200: {
        says: 'Past events, then new ones until the run has ended.',
        type: 'text/event-stream',
        event: domainEvent,
      },
      204: { says: 'There are no further events, and there will be none.' },
    },
  },
  'GET /v1/workflow-runs/:id/values/:sha256': {
    id: 'getValue',
    summary: 'Read a large value of a run, whole',
    permission: 'run.view',
    answers: { 200: { says: 'The value.', json } },
  },
  'GET /v1/workflow-runs/:id/files/:file': {
    id: 'getFile',
    summary: 'Download a file of a run',
    permission: 'run.view',
    answers: { 200: { says: 'The file, as a download.', type: 'application/octet-stream' } },
  },
  'GET /v1/workflow-runs/:id/tree': {
    id: 'getRunTree',
    summary: 'Read the tree of sub-workflows to which a run belongs',
    permission: 'run.view',
    answers: { 200: { says: 'The root, with its children.', json: runTree } },
  },
  'GET /v1/workflow-runs/:id/preview': {
    id: 'previewVerb',
    summary: 'Show the effects of a verb without executing it',
    permission: 'run.view',
    query: previewQuery,
    answers: {
      200: { says: 'The effects on each step.', json: z.union([rerunPreview, overridePreview, cancelPreview]) },
    },
    errors: [...refusals, 'NOT_PUBLISHED', 'ARCHIVED'],
  },
  'POST /v1/workflow-runs/:id/rerun': {
    id: 'rerunRun',
    summary: 'Start a new run with the input of this one',
    permission: 'run.start',
    body: rerunBody,
    idempotent: true,
    answers: { 201: { says: 'The new run.', json: rerun } },
    errors: [...startErrors, ...refusals],
  },
  'POST /v1/workflow-runs/:id/:verb': {
    verbs: {
      resume: {
        ...verb('resumeRun', 'Answer a wait, or go on after a pause', verbBodies.resume),
        permission: 'task.decide',
        description: 'To go on after a pause needs `run.act` instead.',
      },
      approve: {
        ...verb('approveRun', 'Answer the open human step with an approval', verbBodies.approve),
        permission: 'task.decide',
      },
      signal: verb('signalRun', 'Send a signal to a run', verbBodies.signal),
      query: {
        id: 'queryRun',
        summary: 'Ask the code of a run, which changes nothing',
        permission: 'run.view',
        body: codeVerbBodies.query,
        answers: { 200: { says: 'The answer.', json: queryResult } },
        errors: [
          'INVALID_TRANSITION',
          'QUERY_NOT_REGISTERED',
          'QUERY_MUST_NOT_SCHEDULE',
          'QUERY_FAILED',
          'QUERY_TIMEOUT',
          'NO_AGENT',
        ],
      },
      update: {
        id: 'updateRun',
        summary: 'Send an update to the code of a run, and wait for its result',
        permission: 'run.act',
        body: codeVerbBodies.update,
        idempotent: true,
        answers: {
          200: { says: 'The update is accepted or completed, as `wait` asks.', json: updateResult },
          202: {
            says: 'The code has not answered yet. A request with the same id gets the answer.',
            json: updateResult,
          },
        },
        errors: [...refusals, 'UPDATE_NOT_REGISTERED', 'UPDATE_REJECTED'],
      },
      terminate: verb('terminateRun', 'End a run at once, whatever its code does', verbBodies.reason),
      pause: verb('pauseRun', 'Pause a run', verbBodies.reason),
      cancel: verb('cancelRun', 'Cancel a run', verbBodies.cancel),
      retry: {
        ...verb('retryRun', 'Retry a failed run', verbBodies.retry),
        errors: [...refusals, 'WORKFLOW_ID_IN_USE'],
      },
      rollback: {
        ...verb('rollBackRun', 'Undo the completed steps of a run', verbBodies.rollback),
        description:
          '`only` and `resolved` are for a run with an envelope that ended unsafe: the steps to undo, all by default, and the steps whose effects a person has undone by hand, each with a note on how.',
      },
      acknowledge: verb('acknowledgeRun', 'Acknowledge a failure', verbBodies.reason),
      'next-step': verb('nextStep', 'Execute the next step of a run that is driven by hand', verbBodies.nextStep),
      skip: override('skipStep', 'Skip a step', verbBodies.skip),
      'mark-done': override('markStepDone', 'Mark a step done, with its result', verbBodies.markDone),
      jump: override('jumpToStep', 'Lead the run to another step', verbBodies.jump),
    },
  },
}
