/** The check `call`: what the user's own checks said after the turn, which is stored with it. */
import type { Exchange } from '../conversation.ts';
import { finding, type Finding } from './finding.ts';

/** The first that fails, else the first that is undecided, else a pass. */
export function checkOwn(files: readonly string[], { own_checks: said = [] }: Exchange): Finding {
  const found = files.map((file) => {
    const own = said.find(({ call }) => call === file);
    if (own === undefined) return finding('undecided', `${file} was not called after the turn`);
    return finding(own.outcome, own.reason === '' ? file : `${file}: ${own.reason}`);
  });
  return (
    found.find(({ outcome }) => outcome === 'fail') ??
    found.find(({ outcome }) => outcome === 'undecided') ??
    finding('pass', found.map(({ evidence }) => evidence).join('; '))
  );
}
