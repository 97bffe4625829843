import { auditFilter } from '#server/audit/list-audit.ts'
import { keysQuery, newKey } from '../../keys.ts'
import { deliveriesQuery, newWebhook, webhookChange } from '../../webhooks.ts'
import type { Operations } from '../operation.ts'
import {
  apiKey,
  auditRow,
  createdKey,
  delivery,
  deliveryWithBody,
  removedWebhook,
  revokedKey,
  webhook,
  webhookWithSecret,
} from '../shapes/account-shapes.ts'
import { listOf, pageOf } from '../shapes/common.ts'

const hooks = '/v1/organizations/:org/webhooks'
const permission = 'webhook.admin'
const webhookAnswer = { says: 'The webhook.', json: webhook }
const withSecret = { says: 'The webhook, with its secret.', json: webhookWithSecret }
const deliveryAnswer = { says: 'The delivery.', json: delivery }

/** The routes of webhooks, API keys and the audit. */
export const accountOperations: Operations = {
  [`GET ${hooks}`]: {
    id: 'listWebhooks',
    summary: 'List webhooks',
    permission,
    answers: { 200: { says: 'All webhooks of the owner.', json: listOf(webhook) } },
  },
  [`POST ${hooks}`]: {
    id: 'createWebhook',
    summary: 'Create a webhook',
    permission,
    body: newWebhook,
    answers: { 201: withSecret },
    errors: ['URL_INVALID', 'ADDRESS_FORBIDDEN', 'CHOICE_UNKNOWN', 'TOO_MANY'],
  },
  [`GET ${hooks}/:id`]: { id: 'getWebhook', summary: 'Read a webhook', permission, answers: { 200: webhookAnswer } },
  [`PATCH ${hooks}/:id`]: {
    id: 'changeWebhook',
    summary: 'Change a webhook, or turn it on or off',
    permission,
    body: webhookChange,
    answers: { 200: webhookAnswer },
    errors: ['URL_INVALID', 'ADDRESS_FORBIDDEN', 'CHOICE_UNKNOWN'],
  },
  [`DELETE ${hooks}/:id`]: {
    id: 'removeWebhook',
    summary: 'Remove a webhook with its deliveries',
    permission,
    answers: { 200: { says: 'It is removed.', json: removedWebhook } },
  },
  [`POST ${hooks}/:id/rotate`]: {
    id: 'rotateWebhookSecret',
    summary: 'Make a new secret; the former one signs as well for 24 hours',
    permission,
    answers: { 200: withSecret },
  },
  [`POST ${hooks}/:id/test`]: {
    id: 'testWebhook',
    summary: 'Send a test event now',
    permission,
    answers: { 200: deliveryAnswer },
    errors: ['CONFLICT'],
  },
  [`GET ${hooks}/:id/deliveries`]: {
    id: 'listDeliveries',
    summary: 'List the deliveries of a webhook, newest first',
    permission,
    query: deliveriesQuery,
    answers: { 200: { says: 'A page of deliveries.', json: pageOf(delivery) } },
  },
  [`GET ${hooks}/deliveries/:id`]: {
    id: 'getDelivery',
    summary: 'Read a delivery with its body',
    permission,
    answers: { 200: { says: 'The delivery; the body is null once its run is removed.', json: deliveryWithBody } },
  },
  [`POST ${hooks}/deliveries/:id/redeliver`]: {
    id: 'redeliver',
    summary: 'Send a delivery once more, under its id',
    permission,
    answers: { 202: deliveryAnswer },
    errors: ['CONFLICT'],
  },
  'GET /v1/keys': {
    id: 'listKeys',
    summary: 'List API keys, without their texts',
    permission: 'key.own',
    query: keysQuery,
    answers: { 200: { says: 'Your keys, or those of all members.', json: listOf(apiKey) } },
  },
  'POST /v1/keys': {
    id: 'createKey',
    summary: 'Create an API key',
    permission: 'key.own',
    body: newKey,
    answers: { 201: { says: 'The key, which no other answer shows.', json: createdKey } },
    errors: ['TOO_MANY', 'NOT_FOUND'],
  },
  'GET /v1/keys/current': {
    id: 'getCurrentKey',
    summary: 'Read the key of the request',
    permission: 'me',
    answers: { 200: { says: 'The key.', json: apiKey } },
    errors: ['NOT_FOUND'],
  },
  'DELETE /v1/keys/current': {
    id: 'revokeCurrentKey',
    summary: 'Revoke the key of the request',
    permission: 'me',
    answers: { 200: { says: 'It is revoked.', json: revokedKey } },
    errors: ['NOT_FOUND'],
  },
  'DELETE /v1/keys/:id': {
    id: 'revokeKey',
    summary: 'Revoke an API key at once',
    permission: 'key.own',
    answers: { 200: { says: 'It is revoked.', json: revokedKey } },
  },
  'GET /v1/audit/export': {
    id: 'exportAudit',
    summary: 'Export the audit as JSON lines, newest first',
    permission: 'audit.read',
    query: auditFilter,
    answers: { 200: { says: 'One row a line.', type: 'application/jsonl', event: auditRow } },
  },
}
