# fish completion for moodctl, which knows itself what may come next.

function __moodctl_complete
    set -l words (commandline -opc)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    type -q $program; or return
    set -l lines ($program complete -- $words[2..] (commandline -ct) 2>/dev/null)
    if test "$lines[1]" = paths
        __fish_complete_path (commandline -ct)
    end
    string join -- \n $lines[2..]
end

complete -c moodctl -f -k -a '(__moodctl_complete)'
