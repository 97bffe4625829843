import { parentPort } from 'node:worker_threads'
import { type AnalysisRequest, analyseText } from './analyse-text.ts'

parentPort?.on('message', ({ id, request }: { id: number; request: AnalysisRequest }) => {
  parentPort?.postMessage({ id, analysis: analyseText(request) })
})
