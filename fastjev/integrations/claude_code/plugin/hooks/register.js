// Hands the history to the fastjev program and installs what comes back. On any doubt the client goes on by itself.

export const register = (on, options) => {
  const program = options.bin || 'fastjev'
  let told = false // that the program gives no answer is said once a session

  on('session.compact', async ($, e, next) => {
    // A subagent's history is its own, and what is computed in advance is not installed yet.
    if (options.mode === 'side' || e.agentId || e.trigger === 'precompute') return next(e)
    let answer
    try {
      const usage = await $.session.usage()
      const asked = {
        protocol: 'fastjev.compact/1',
        trigger: e.trigger,
        instructions: e.instructions ?? null,
        session_id: await $.session.id(),
        root: await $.session.root(),
        window: usage.context?.window ?? null,
        options,
        messages: e.messages,
      }
      const ran = await $.process.run([program, 'hook', 'compact'], { stdin: JSON.stringify(asked), timeoutMs: 120000 })
      answer = ran.exitCode === 0 && !ran.isStdoutTruncated ? JSON.parse(ran.stdout) : null
    } catch {
      answer = null // no such program, or no JSON
    }
    if (answer?.ok === false) return answer.skip ? { skip: `fastjev: ${answer.reason}` } : next(e)
    if (!Array.isArray(answer?.messages) || !answer.messages.length) {
      if (!told) $.ui.toast(`fastjev: ${program} did not answer, so the client compacts by itself; try fastjev doctor`)
      told = true
      return next(e)
    }
    $.ui.toast(`fastjev: ${answer.said}`)
    return { messages: answer.messages, tokensBefore: answer.tokensBefore, tokensAfter: answer.tokensAfter }
  }).catch(($, e, next) => next(e))

  on('turn.complete', async ($, e, next) => {
    const done = await next(e)
    if (e.agentId || options.trigger === 'off' || options.mode === 'side' || options.mode === 'shadow') return done
    try {
      const usage = await $.session.usage()
      const asked = {
        session_id: await $.session.id(),
        root: await $.session.root(),
        options,
        tokens: usage.context?.tokens ?? 0,
        window: usage.context?.window ?? 0,
        percent: usage.context?.percent ?? 0,
      }
      const ran = await $.process.run([program, 'hook', 'due'], { stdin: JSON.stringify(asked), timeoutMs: 5000 })
      if (ran.exitCode === 0 && JSON.parse(ran.stdout).compact) await $.session.compact()
    } catch {
      return done
    }
    return done
  }).catch(($, e, next) => next(e))
}
