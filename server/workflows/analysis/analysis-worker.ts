import { parentPort } from 'node:worker_threads'
import { type AnalysisRequest, doAnalysis } from './analysis-work.ts'

parentPort?.on('message', (request: AnalysisRequest) => {
  parentPort?.postMessage(doAnalysis(request))
})
