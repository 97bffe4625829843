import { z } from 'zod'
import type { Operations } from '../operation.ts'

/** Routes for monitoring, and the document itself. */
export const monitoringOperations: Operations = {
  'GET /healthz': {
    id: 'getHealth',
    summary: 'Whether the process lives',
    answers: { 200: { says: 'It lives.', json: z.strictObject({ status: z.literal('ok') }) } },
  },
  'GET /readyz': {
    id: 'getReadiness',
    summary: 'Whether Heddle can take work',
    answers: {
      200: { says: 'It can.', json: z.strictObject({ status: z.literal('ready') }) },
      503: {
        says: 'It cannot, and why, for callers who may see it.',
        json: z.strictObject({ status: z.literal('not ready'), reasons: z.array(z.string()).optional() }),
      },
    },
  },
  'GET /metrics': {
    id: 'getMetrics',
    summary: 'Metrics in the text format of Prometheus',
    permission: 'metrics',
    answers: { 200: { says: 'The metrics.', type: 'text/plain' } },
  },
  'GET /v1/openapi.json': {
    id: 'getDocument',
    summary: 'This document',
    permission: 'me',
    answers: { 200: { says: 'The OpenAPI document.', json: z.looseObject({ openapi: z.string() }) } },
  },
}
