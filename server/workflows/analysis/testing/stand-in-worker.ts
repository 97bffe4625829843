import { parentPort } from 'node:worker_threads'

/** Stands in for the reading of texts: one that never ends, one that fails, and one that is answered at once. */
parentPort?.on('message', (request: string) => {
  if (request === 'endless') for (;;);
  if (request === 'broken') throw new Error('A bug in the reading.')
  parentPort?.postMessage(`read ${request}`)
})
