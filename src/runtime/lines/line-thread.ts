/** The thread that talks to programs that are kept running, so that none waits for what the command does meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { serveLines, type LineTask } from './serve-lines.ts'

if (parentPort) serveLines(parentPort, workerData as LineTask)
