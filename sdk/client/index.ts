/**
 * What programs import as `heddle/client`: a client of the REST API for Node and browsers, typed by the OpenAPI document.
 */
export { errorOf, HeddleError, RunFailedError, WaitTimeoutError, WebhookSignatureError } from './errors.ts'
export { type ClientOptions, HeddleClient, HeddleClient as FabricClient } from './heddle-client.ts'
export type { WaitOptions, WatchOptions } from './runs.ts'
export type { Auth } from './transport.ts'
export type * from './types.ts'
export { constructWebhookEvent, type VerifyOptions, verifyWebhookSignature } from './webhook-events.ts'
export type { WebhookSettings } from './webhooks.ts'
