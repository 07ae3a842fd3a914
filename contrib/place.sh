# Sourced by install: what comes with the programs, for shells, desktops and readers.
# shellcheck shell=bash
# shellcheck disable=SC2154 # tree: packages.sh

# The folder of the ready lines for window managers and bars. It doesn't follow XDG_DATA_HOME, as they name it.
documents=$HOME/.local/share/doc/mood

# Where things lie in contrib, and below the user's data folder.
placed=(
    "completions/moodctl.bash bash-completion/completions/moodctl"
    "completions/_moodctl zsh/site-functions/_moodctl"
    "completions/moodctl.fish fish/vendor_completions.d/moodctl.fish"
)

# The manual: text in contrib/man, which Manual completes from the tables of the programs.
pages=(moodctl.1 moodd.1 mood-config.5 mood-rpc.7)

# Places it all, for a data folder, from the folder where the programs were built, for that where they are now.
place_files() {
    local data=$1 built=$2 programs=$3 pair page file
    for page in "${pages[@]}"; do
        install -d "$data/man/man${page##*.}"
        "$programs/moodctl" help --json | "$built/Manual" "$tree/contrib/man/$page" >"$data/man/man${page##*.}/$page"
    done
    for pair in "${placed[@]}"; do install -D -m 644 "$tree/contrib/${pair% *}" "$data/${pair#* }"; done
    install -d "$data/applications" "$documents"
    file=$(<"$tree/contrib/moodd.desktop")
    printf '%s\n' "${file//Exec=moodctl/"Exec=$(quoted "$programs/moodctl")"}" >"$data/applications/moodd.desktop"
    rm -rf "$documents/keys" "$documents/bars"
    cp -R "$tree/contrib/keys" "$tree/contrib/bars" "$documents"
    if [[ ${SHELL-} == */zsh ]] && ! grep -qs zsh/site-functions "${ZDOTDIR:-$HOME}/.zshrc"; then
        say "for completion in zsh, in ~/.zshrc before compinit: fpath+=($(printf %q "$data/zsh/site-functions"))"
    fi
}

# Takes it all away again, and the folders that were made for it if nothing else is in them.
remove_files() {
    local data=$1 pair page others=("- applications/moodd.desktop")
    for page in "${pages[@]}"; do others+=("- man/man${page##*.}/$page"); done
    for pair in "${placed[@]}" "${others[@]}"; do
        rm -f "$data/${pair#* }"
        (cd "$data" 2>/dev/null && rmdir -p "$(dirname "${pair#* }")" 2>/dev/null) || true
    done
    rm -rf "$documents/keys" "$documents/bars"
    (cd ~/.local/share 2>/dev/null && rmdir -p doc/mood 2>/dev/null) || true
}

# A path as a word of a desktop entry's command: quoted, and its backslashes doubled as in any value.
quoted() {
    local path=$1 sign
    # shellcheck disable=SC1003 # a backslash is meant
    for sign in '\' '"' '`' '$'; do path=${path//"$sign"/"\\$sign"}; done
    path=${path//%/%%}
    printf '"%s"\n' "${path//\\/\\\\}"
}
