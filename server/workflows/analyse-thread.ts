import { parentPort, workerData } from 'node:worker_threads'
import { type AnalysisRequest, analyseText } from './analyse-text.ts'

parentPort?.postMessage(analyseText(workerData as AnalysisRequest))
