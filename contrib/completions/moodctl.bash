# bash completion for moodctl, which knows itself what may come next.
# shellcheck shell=bash

_moodctl() {
    local program=${COMP_WORDS[0]/#\~\//$HOME/} words=() index word files=
    # bash takes words apart at colons and equal signs; here they belong together.
    for ((index = 1; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if ((${#words[@]})) && [[ $word == [:=]* || ${COMP_WORDS[index - 1]} == *[:=] ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    # What is quoted is meant without its quotes.
    words=("${words[@]//\\/}") words=("${words[@]#[\"\']}") words=("${words[@]%[\"\']}")
    local last=${COMP_WORDS[COMP_CWORD]} quote='' before
    [[ $last != [\"\']* ]] || quote=${last:0:1}
    last=${last//\\/}
    before=${words[-1]%"${last#"$quote"}"}
    [[ $last != [:=] ]] || before=${words[-1]}
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        if [[ -z $files ]]; then
            files=$word
        else
            word=${word#"$before"}
            [[ -n $quote ]] || printf -v word %q "$word"
            COMPREPLY+=("$word")
        fi
    done < <("$program" complete -- "${words[@]}" 2>/dev/null)
    if [[ $files == paths ]]; then
        ((${#COMPREPLY[@]})) || compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$last")
    fi
}

complete -F _moodctl moodctl
