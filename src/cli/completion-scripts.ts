import type { Candidate, Completion, CompletionPlace } from './completion-places.ts';

/** For bash 3.2 and later. */
export function bashScript({ steps, takeValues, places }: Completion): string {
  return `# Completion of platen for bash. In ~/.bashrc: source <(platen completion bash)
_platen() {
  local current=\${COMP_WORDS[COMP_CWORD]} command='' option='' operand=0 words='' files='' word i
  COMPREPLY=()
  # --plan=pro comes as three words.
  [[ $current == '=' ]] && current=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == '=' ]]; then continue; fi
${reading(steps, takeValues)}
  done
${choosing}
${oneOf(places, (place) => [`words=${quoted(wordsOf(place).join(' '))}`, ...(place.files ? ['files=1'] : [])])}
  while IFS='' read -r word; do COMPREPLY+=("$word"); done < <(
    compgen -W "$words" -- "$current"
    if [[ -n $files ]]; then compgen -f -- "$current"; fi
  )
  if [[ -n $files ]]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _platen platen
`;
}

/** For zsh, after `compinit`. */
export function zshScript({ steps, takeValues, places }: Completion): string {
  const described = ({ word, summary }: Candidate) =>
    quoted(summary === '' ? word : `${word}:${summary.replaceAll(':', '\\:')}`);
  return `#compdef platen
# Completion of platen for zsh. In ~/.zshrc, after compinit: source <(platen completion zsh)
_platen() {
  local current=$words[CURRENT] command='' option='' operand=0 files='' word i
  local -a candidates
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
${reading(steps, takeValues)}
  done
${choosing}
${oneOf(places, (place) => [
  `candidates=(${place.candidates.map(described).join(' ')})`,
  ...(place.files ? ['files=1'] : []),
])}
  if ((\${#candidates})); then _describe platen candidates; fi
  if [[ -n $files ]]; then _files; fi
}
if [[ $funcstack[1] == _platen ]]; then _platen "$@"; else compdef _platen platen; fi
`;
}

/** The script of bash and zsh for each word before the one to complete. */
function reading(steps: readonly string[], takeValues: readonly string[]): string {
  return `    if [[ -n $option ]]; then option=''; continue; fi
    case "$command $word" in
      ${steps.map(quoted).join('|')}) command=\${command:+$command }$word ;;
      ${takeValues.map(quoted).join('|')}) option=$word ;;
      *' -'*) ;;
      *) operand=$((operand + 1)) ;;
    esac`;
}

/** Finds the place to complete, in bash and zsh. */
const choosing = `  if [[ -n $option ]]; then word=$option
  elif [[ $current == -* ]]; then word='-'
  else word=$operand; fi`;

/** The script of bash and zsh for each place. */
function oneOf(
  places: readonly CompletionPlace[],
  lines: (place: CompletionPlace) => readonly string[],
): string {
  return [
    '  case "$command $word" in',
    ...places.map(
      (place) => `    ${quoted(place.at)}${place.repeats ? '*' : ''}) ${lines(place).join('; ')} ;;`,
    ),
    '  esac',
  ].join('\n');
}

/** For fish. */
export function fishScript({ steps, takeValues, places }: Completion): string {
  const all = (words: readonly string[]) => words.map(quotedForFish).join(' ');
  const offers = ({ at, repeats, candidates, files }: CompletionPlace) => [
    `    case ${quotedForFish(repeats ? `${at}*` : at)}`,
    ...candidates.map(
      ({ word, summary }) => `      printf '%s\\t%s\\n' ${quotedForFish(word)} ${quotedForFish(summary)}`,
    ),
    ...(files ? ['      __fish_complete_path "$current"'] : []),
  ];
  return `# Completion of platen for fish: platen completion fish > ~/.config/fish/completions/platen.fish
function __platen_candidates
  set -l given (commandline -opc)
  set -l current (commandline -ct)
  set -l command ''
  set -l option ''
  set -l operand 0
  set -e given[1]
  for word in $given
    if test -n "$option"
      set option ''
      continue
    end
    switch "$command $word"
      case ${all(steps)}
        set command (string trim "$command $word")
      case ${all(takeValues)}
        set option $word
      case '* -*'
      case '*'
        set operand (math $operand + 1)
    end
  end
  set -l place $operand
  if test -n "$option"
    set place $option
  else if string match -q -- '-*' "$current"
    set place -
  end
  switch "$command $place"
${places.flatMap(offers).join('\n')}
  end
end
complete -c platen -f -a '(__platen_candidates)'
`;
}

function wordsOf({ candidates }: CompletionPlace): string[] {
  return candidates.map(({ word }) => word);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quotedForFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
